import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../../../api/api-error.js'
import { call, type Answer } from '../../../../api/client.js'
import { read } from '../../../../api/query.js'
import { currentOf } from '../../../../api/current-of.js'
import { placeErrors } from '../../../../shared/workflow-draft/errors.js'
import type { DraftError } from '../../../../shared/workflow-draft/draft.js'
import { definitionOf } from '../../../../shared/workflow-draft/stored.js'
import { describeError } from '../../../../shared/failure.js'
import { baseOf } from '../stored-draft.js'
import type { Editor } from '../use-editor.js'

type Workflow = Answer<'GET /workflows/:id'>

/** The state of a publication. */
export interface Publishing {
  isBusy: boolean
  message: string | null
  /** The errors that the server found in the draft. */
  refused: readonly DraftError[]
  /** The workflow as another user has published it since. */
  theirs: Workflow | null
  /** Resolves with the new version; null where it was refused. */
  publish: (options: { isEnabled: boolean }) => Promise<Workflow | null>
}

const IDLE = { isBusy: false, message: null, refused: [], theirs: null }

/** Publishes the draft of an editor as one version. */
export function usePublish(projectId: string, workflowId: string, editor: Editor): Publishing {
  const [state, setState] = useState<Omit<Publishing, 'publish'>>(IDLE)
  const client = useQueryClient()
  const keep = (workflow: Workflow): void => {
    client.setQueryData(read('GET /workflows/:id', { projectId, params: { id: workflowId } }).queryKey, workflow)
    void client.invalidateQueries({ queryKey: [projectId, 'GET /workflows/:id/versions'] })
    void client.invalidateQueries({ queryKey: [projectId, 'GET /workflows/:id/step-counts'] })
    void client.invalidateQueries({ queryKey: [projectId, 'GET /workflows'] })
  }
  const publish = async ({ isEnabled }: { isEnabled: boolean }): Promise<Workflow | null> => {
    const { draft: sent, state: now } = editor
    setState({ ...IDLE, isBusy: true })
    try {
      const target = { projectId, params: { id: workflowId } }
      const body = definitionOf(sent, now.base)
      const { workflow } = await call('PUT /workflows/:id/definition', { ...target, body })
      editor.dispatch({ type: 'published', base: baseOf(workflow), sent })
      keep(workflow)
      if (!isEnabled) {
        setState(IDLE)
        return workflow
      }
      const enabled = await call('PATCH /workflows/:id', { ...target, body: { enabled: true } })
      editor.dispatch({ type: 'touched', base: baseOf(enabled) })
      keep(enabled)
      setState(IDLE)
      return enabled
    } catch (error) {
      const refused = error instanceof ApiError ? placeErrors(sent, error.errors) : []
      const theirs = currentOf('GET /workflows/:id', error)
      const message = theirs || refused.length > 0 ? null : describeError(error).message
      setState({ isBusy: false, message, refused, theirs })
      return null
    }
  }
  return { ...state, publish }
}

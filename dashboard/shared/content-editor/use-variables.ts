import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/query.js'
import { t } from '../../messages/index.js'
import { useProjectId } from '../../session/project.js'
import type { CodeCompletion } from '../code-editor/editor-parts.js'
import { variablesOf } from './variables.js'

const NOTHING: readonly never[] = []

/** The variables that a message of the project may use. */
export function useVariables(more: readonly CodeCompletion[] = NOTHING): readonly CodeCompletion[] {
  const projectId = useProjectId()
  const { data } = useQuery({ ...read('GET /contacts/fields', { projectId }), staleTime: 60_000 })
  return useMemo(() => variablesOf(data?.fields ?? NOTHING, t.content.variables, more), [data, more])
}

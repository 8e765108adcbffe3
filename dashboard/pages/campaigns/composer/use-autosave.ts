import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { ApiError } from '../../../api/api-error.js'
import { call } from '../../../api/client.js'
import { queryClient } from '../../../api/query.js'
import type { Edited } from '../../../session/use-edited.js'
import { currentOf } from '../../../api/current-of.js'
import { useRendered } from '../../../shared/use-one-at-a-time.js'
import { campaignQueryOf, keepCampaign } from '../campaign-cache.js'
import type { Campaign } from '../campaign.js'
import { changesOf, fieldsOf, hasUnsaved, rebased, type CampaignFields } from './draft.js'

const REST_MS = 1_500

/** The state of saving a campaign. */
export interface Autosave {
  status: 'saved' | 'waiting' | 'saving' | 'failed'
  /** The time of the last save from this page. */
  savedAt: Date | null
  error: unknown
  /** The errors that the API found, by field. */
  errors: Readonly<Record<string, string>>
  /** The campaign as another user has saved it since. */
  conflict: Campaign | null
  /** Stores all fields that can be stored. Resolves to whether every change is stored. */
  save: () => Promise<boolean>
  /** Stores the changes since the last attempt. A refused field is sent again only after it has changed. */
  saveChanges: () => void
  keepMine: () => void
  takeTheirs: () => void
  closeConflict: () => void
}

interface Outcome {
  isSaving: boolean
  savedAt: Date | null
  error: unknown
  conflict: Campaign | null
}

const IDLE: Outcome = { isSaving: false, savedAt: null, error: null, conflict: null }

/**
 * Saves a campaign while it is edited: shortly after the last change, and on demand. One request runs at a time. A
 * field that the API has refused is sent again once it has changed.
 */
export function useAutosave(campaign: Campaign, edited: Edited<CampaignFields>, isAutomatic: boolean): Autosave {
  const stored = useStored(campaign, edited)
  const { saved, key, outcome, attempted, save } = stored
  const { conflict } = outcome
  const saveChanges = useCallback(() => {
    if (isAutomatic && !conflict && key !== attempted.current) void save()
  }, [isAutomatic, conflict, key, attempted, save])
  useEffect(() => {
    const timer = setTimeout(saveChanges, REST_MS)
    return () => clearTimeout(timer)
  }, [saveChanges])
  const isFailed = outcome.error !== null && !outcome.isSaving
  const rest = hasUnsaved(edited.value, saved) ? 'waiting' : 'saved'
  return {
    status: outcome.isSaving ? 'saving' : isFailed ? 'failed' : rest,
    savedAt: outcome.savedAt,
    error: isFailed ? outcome.error : null,
    errors: isFailed ? errorsOf(outcome.error) : {},
    save,
    saveChanges,
    ...answersTo(stored, edited),
  }
}

/** Stores the changes of a campaign, one request after another, and keeps the outcome of the last one. */
function useStored(campaign: Campaign, edited: Edited<CampaignFields>) {
  const [outcome, setOutcome] = useState(IDLE)
  const saved = useMemo(() => fieldsOf(campaign), [campaign])
  const changes = useMemo(() => changesOf(edited.value, saved), [edited.value, saved])
  const key = useMemo(() => JSON.stringify(changes), [changes])
  const latest = useRef({ campaign, edited, changes, key })
  const began = useRef(saved)
  const attempted = useRef('{}')
  const running = useRef(Promise.resolve(true))
  const rendered = useRendered()
  useEffect(() => {
    latest.current = { campaign, edited, changes, key }
    if (edited.base === campaign.updatedAt) began.current = saved
  })
  const store = useCallback(async (): Promise<boolean> => {
    const { campaign: before, edited: now, changes: body, key: attempt } = latest.current
    attempted.current = attempt
    if (attempt === '{}') {
      setOutcome((last) => (last.error === null ? last : { ...last, error: null }))
      return !hasUnsaved(now.value, fieldsOf(before))
    }
    setOutcome((last) => ({ ...last, isSaving: true }))
    try {
      const answer = await put(before, { ...body, ...(now.base === null ? {} : { ifUpdatedAt: now.base }) })
      await keepCampaign(answer)
      now.settle(fieldsOf(answer), answer.updatedAt)
      setOutcome({ ...IDLE, savedAt: new Date() })
      return !hasUnsaved(now.value, fieldsOf(answer))
    } catch (error) {
      const conflict = currentOf('GET /campaigns/:id', error)
      setOutcome((last) => ({ ...last, isSaving: false, error: conflict ? null : error, conflict }))
      // The campaign was scheduled, sent or deleted: the page shows that.
      if (!conflict && isOutOfPlace(error)) await refresh(before)
      return false
    }
  }, [])
  const save = useCallback((): Promise<boolean> => {
    // The changes of an answer are rendered before the next save starts: that save includes later input and builds on
    // the answer.
    running.current = running.current.then(rendered).then(store)
    return running.current
  }, [rendered, store])
  return { saved, key, outcome, setOutcome, attempted, began, save }
}

/** The user's decisions about a campaign that another user has saved. */
function answersTo(
  { outcome: { conflict }, setOutcome, attempted, began }: ReturnType<typeof useStored>,
  edited: Edited<CampaignFields>,
): Pick<Autosave, 'conflict' | 'keepMine' | 'takeTheirs' | 'closeConflict'> {
  const closeConflict = (): void => setOutcome((last) => ({ ...last, conflict: null }))
  return {
    conflict,
    closeConflict,
    takeTheirs: () => {
      if (conflict) void keepCampaign(conflict)
      edited.discard()
      closeConflict()
    },
    keepMine: () => {
      if (!conflict) return
      const theirs = fieldsOf(conflict)
      const mine = rebased(edited.value, began.current, theirs)
      attempted.current = ''
      void keepCampaign(conflict)
      edited.settle(theirs, conflict.updatedAt)
      edited.change(() => mine)
      closeConflict()
    },
  }
}

function put({ id, projectId }: Campaign, body: ReturnType<typeof changesOf>): Promise<Campaign> {
  return call('PUT /campaigns/:id', { projectId, params: { id }, body })
}

function isOutOfPlace(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 409 || error.status === 404)
}

async function refresh({ projectId, id }: Campaign): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: campaignQueryOf(projectId, id).queryKey })
}

function errorsOf(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  if (error.code === 'DOMAIN_NOT_VERIFIED') return { from: error.message }
  return Object.fromEntries(error.errors.map(({ field, message }) => [field, message]))
}

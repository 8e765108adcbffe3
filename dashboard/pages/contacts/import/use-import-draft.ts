import { useEffect, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../../api/query.js'
import { useProjectId } from '../../../session/project.js'
import type { FileFormat } from './file-format.js'
import { draftOf, type ImportDraft } from './import-draft.js'
import type { PastedRows } from './pasted-rows.js'

// The parser of CSV is large, and needed only once a file is chosen.
const loadReader = () => import('./survey-file.js')
const loadPasting = () => import('./pasted-rows.js')

/** The file that is about to be imported, with what is known of it. */
export function useImportDraft() {
  const projectId = useProjectId()
  const { data } = useQuery(read('GET /contacts/fields', { projectId }))
  const [draft, setDraft] = useState<ImportDraft | null>(null)
  const [isUnreadable, setUnreadable] = useState(false)
  const fields = (data?.fields ?? []).filter(({ isCustom }) => isCustom).map(({ field }) => field)

  const [pasted, setPasted] = useState<PastedRows | null>(null)

  const paste = async (text: string, hasHeader?: boolean): Promise<void> => {
    setUnreadable(false)
    try {
      const { readPasted } = await loadPasting()
      const rows = readPasted(text, hasHeader)
      setPasted(rows)
      await open(rows.file)
    } catch {
      setUnreadable(true)
    }
  }
  const open = async (file: File, chosen?: FileFormat, isReread = false): Promise<void> => {
    setUnreadable(false)
    try {
      const { readBeginning, recogniseFile } = await loadReader()
      const format = chosen ?? (await recogniseFile(file))
      const beginning = await readBeginning(file, format)
      setDraft((last) => draftOf({ file, format, beginning, isReread }, fields, last))
    } catch {
      setDraft(null)
      setUnreadable(true)
    }
  }
  const change = (part: Partial<ImportDraft>): void => setDraft((last) => last && { ...last, ...part })
  useSurvey(draft, {
    onRead: (survey) => change({ survey }),
    onOtherEncoding: (file, format) => void open(file, { ...format, encoding: 'windows-1252' }, true),
    onFailure: () => setUnreadable(true),
  })
  return {
    draft,
    fields,
    isUnreadable,
    /** The pasted rows that the draft is of. */
    pasted: pasted?.file === draft?.file ? pasted : null,
    open: (file: File, format?: FileFormat) => open(file, format),
    paste,
    change,
  }
}

interface SurveyHandlers {
  onRead: (survey: NonNullable<ImportDraft['survey']>) => void
  onOtherEncoding: (file: File, format: FileFormat) => void
  onFailure: () => void
}

/** Reads the whole file behind the form, and again whenever it is to be read in another way. */
function useSurvey(draft: ImportDraft | null, handlers: SurveyHandlers): void {
  const { file, format } = draft ?? {}
  useEffect(() => {
    if (!file || !format) return undefined
    const stop = new AbortController()
    const { signal } = stop
    const survey = async (): Promise<void> => {
      const { surveyFile } = await loadReader()
      const found = await surveyFile(file, format, { signal })
      if (signal.aborted) return
      if (!found.isOfEncoding && format.encoding === 'utf-8') handlers.onOtherEncoding(file, format)
      else handlers.onRead(found)
    }
    survey().catch(() => signal.aborted || handlers.onFailure())
    return () => stop.abort()
    // The handlers change with every render, and change nothing about the file.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [file, format])
}

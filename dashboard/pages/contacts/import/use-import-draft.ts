import { useEffect, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../../api/query.js'
import { useProjectId } from '../../../session/project.js'
import type { FileFormat } from './file-format.js'
import { draftOf, type ImportDraft } from './import-draft.js'

// The parser of CSV is large, and needed only once a file is chosen.
const loadReader = () => import('./survey-file.js')

/** The file that is about to be imported, with what is known of it. */
export function useImportDraft() {
  const projectId = useProjectId()
  const { data } = useQuery(read('GET /contacts/fields', { projectId }))
  const [draft, setDraft] = useState<ImportDraft | null>(null)
  const [isUnreadable, setUnreadable] = useState(false)
  const fields = (data?.fields ?? []).filter(({ isCustom }) => isCustom).map(({ field }) => field)

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
  return { draft, fields, isUnreadable, open: (file: File, format?: FileFormat) => open(file, format), change }
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

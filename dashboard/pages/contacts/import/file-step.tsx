import { formatBytes, formatNumber } from '../../../messages/format.js'
import { t } from '../../../messages/index.js'
import { Banner } from '../../../ui/banner.js'
import { Button } from '../../../ui/button.js'
import { Checkbox } from '../../../ui/checkbox.js'
import { Panel } from '../../../ui/panel.js'
import { FileChoice } from './file-choice.js'
import type { FileFormat } from './file-format.js'
import { FormatFields } from './format-fields.js'
import type { ImportDraft } from './import-draft.js'
import type { PastedRows } from './pasted-rows.js'
import { PreviewTable } from './preview-table.js'

interface FileStepProps {
  draft: ImportDraft | null
  isUnreadable: boolean
  /** The pasted rows that the draft is of; null for a file. */
  pasted: PastedRows | null
  onPaste: (text: string, hasHeader?: boolean) => Promise<void>
  onOpen: (file: File, format?: FileFormat) => Promise<void>
  onNext: () => void
}

/** Which file, how it is read, and its first rows. */
export function FileStep({ draft, isUnreadable, pasted, onOpen, onPaste, onNext }: FileStepProps) {
  return (
    <div className="mb-6 flex flex-col gap-4">
      <FileChoice
        file={draft?.file ?? null}
        onChoose={(file) => void onOpen(file)}
        onPaste={(text) => void onPaste(text)}
      />
      {isUnreadable && <Banner kind="bad">{t.imports.unreadable}</Banner>}
      {draft && (
        <>
          <Panel title={draft.file.name} isPadded>
            <p className="mb-3" role="status">
              {sizeOf(draft)}
            </p>
            {pasted?.hasHeader != null && (
              <div className="mb-3">
                <Checkbox
                  label={t.imports.hasHeader}
                  checked={pasted.hasHeader}
                  onChange={({ target }) => void onPaste(pasted.text, target.checked)}
                />
              </div>
            )}
            <FormatFields format={draft.format} onChange={(format) => void onOpen(draft.file, format)} />
            {draft.format.encoding !== 'utf-8' && <p className="mt-3 text-muted">{t.imports.recoded}</p>}
          </Panel>
          {draft.beginning.rows.length === 0 ? (
            <Banner kind="warn">{t.imports.empty}</Banner>
          ) : (
            <Panel title={t.imports.rows}>
              <PreviewTable beginning={draft.beginning} />
            </Panel>
          )}
          <div className="flex justify-end">
            <Button variant="strong" disabled={draft.beginning.rows.length === 0} onClick={onNext}>
              {t.imports.next}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}

function sizeOf({ survey, file }: ImportDraft): string {
  if (!survey) return `${t.imports.counting} … ${formatBytes(file.size)}`
  return t.imports.rowCount(formatNumber(survey.rows), formatBytes(file.size))
}

import { useState } from 'react'
import { t } from '../../../messages/index.js'
import { useProjectId } from '../../../session/project.js'
import { Unsaved } from '../../../shared/unsaved.js'
import { Banner } from '../../../ui/banner.js'
import { TextLink } from '../../../ui/link.js'
import { PageHeader } from '../../../ui/panel.js'
import { CheckStep } from './check-step.js'
import { ColumnsStep } from './columns-step.js'
import { EarlierImports } from './earlier-imports.js'
import { FileStep } from './file-step.js'
import type { ImportStep } from './import-draft.js'
import { RunStep } from './run-step.js'
import { StepList } from './step-list.js'
import { useImportDraft } from './use-import-draft.js'

/** Imports contacts from a file, in four steps. */
export function ImportPage() {
  const projectId = useProjectId()
  const [step, setStep] = useState<ImportStep>('file')
  const { draft, fields, isUnreadable, pasted, open, paste, change } = useImportDraft()
  // An upload continues when the user leaves the page; a file that is not sent is lost.
  const [isIdle, setIdle] = useState(true)
  const goTo = (next: ImportStep): void => {
    setIdle(true)
    setStep(next)
  }
  return (
    <>
      <PageHeader title={t.imports.title}>
        <TextLink to="/p/$projectId/contacts" params={{ projectId }}>
          {t.imports.back}
        </TextLink>
      </PageHeader>
      <Unsaved
        isUnsaved={draft !== null && isIdle}
        isStored={false}
        text={t.imports.lost}
        onDiscard={() => undefined}
      />
      <StepList current={step} />
      {draft?.isReread && step !== 'file' && <Banner kind="warn">{t.imports.reread}</Banner>}
      {(step === 'file' || !draft) && (
        <FileStep
          draft={draft}
          isUnreadable={isUnreadable}
          pasted={pasted}
          onOpen={open}
          onPaste={paste}
          onNext={() => goTo('columns')}
        />
      )}
      {step === 'columns' && draft && (
        <ColumnsStep
          draft={draft}
          fields={fields}
          onChange={(plan) => change({ plan })}
          onLast={() => goTo('file')}
          onNext={() => goTo('check')}
        />
      )}
      {step === 'check' && draft && (
        <CheckStep
          key={draft.format.encoding}
          draft={draft}
          onChange={(options) => change({ options })}
          onLast={() => goTo('columns')}
          onNext={() => goTo('run')}
        />
      )}
      {step === 'run' && draft && <RunStep draft={draft} onLast={() => goTo('check')} onIdle={setIdle} />}
      {step === 'file' && <EarlierImports />}
    </>
  )
}

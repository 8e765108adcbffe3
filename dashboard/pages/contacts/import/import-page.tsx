import { useState } from 'react'
import { t } from '../../../messages/index.js'
import { useProjectId } from '../../../session/project.js'
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
  const { draft, fields, isUnreadable, open, change } = useImportDraft()
  return (
    <>
      <PageHeader title={t.imports.title}>
        <TextLink to="/p/$projectId/contacts" params={{ projectId }}>
          {t.imports.back}
        </TextLink>
      </PageHeader>
      <StepList current={step} />
      {(step === 'file' || !draft) && (
        <FileStep draft={draft} isUnreadable={isUnreadable} onOpen={open} onNext={() => setStep('columns')} />
      )}
      {step === 'columns' && draft && (
        <ColumnsStep
          draft={draft}
          fields={fields}
          onChange={(plan) => change({ plan })}
          onLast={() => setStep('file')}
          onNext={() => setStep('check')}
        />
      )}
      {step === 'check' && draft && (
        <CheckStep
          draft={draft}
          onChange={(options) => change({ options })}
          onLast={() => setStep('columns')}
          onNext={() => setStep('run')}
        />
      )}
      {step === 'run' && draft && <RunStep draft={draft} onLast={() => setStep('check')} />}
      {step === 'file' && <EarlierImports />}
    </>
  )
}

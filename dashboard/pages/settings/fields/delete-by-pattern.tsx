import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { call, type Answer } from '../../../api/client.js'
import { formatNumber } from '../../../messages/format.js'
import { t } from '../../../messages/index.js'
import { useProjectId } from '../../../session/project.js'
import { FormFoot } from '../../../shared/form-foot.js'
import { useSubmit } from '../../../shared/use-submit.js'
import { Dialog } from '../../../ui/dialog.js'
import { Field } from '../../../ui/field.js'
import { Input } from '../../../ui/input.js'
import { toast } from '../../../ui/toast.js'
import { PatternMatches } from './pattern-matches.js'

type Matches = Answer<'DELETE /contacts/fields'>

/** Deletes the fields that fit a pattern, as those that strangers made up, once it has listed them. */
export function DeleteByPattern({ onClose }: { onClose: () => void }) {
  const projectId = useProjectId()
  const client = useQueryClient()
  const [matches, setMatches] = useState<(Matches & { pattern: string }) | null>(null)
  const submission = useSubmit(async ({ pattern = '' }) => {
    if (matches?.pattern !== pattern) {
      const query = { pattern, dryRun: 'true' } as const
      setMatches({ ...(await call('DELETE /contacts/fields', { projectId, query })), pattern })
      return
    }
    const { count } = await call('DELETE /contacts/fields', { projectId, query: { pattern } })
    await client.invalidateQueries({ queryKey: [projectId] })
    toast(t.settings.fieldsDeleted(count, formatNumber(count)))
    onClose()
  })
  const isListed = matches !== null && matches.count > 0
  return (
    <Dialog isOpen onClose={onClose} title={t.settings.deleteFields} text={t.settings.deleteFieldsText}>
      <form onSubmit={submission.onSubmit} className="flex flex-col gap-4">
        <Field label={t.settings.pattern} hint={t.settings.patternHint} error={submission.errors['pattern']}>
          {(ids) => (
            <Input
              {...ids}
              name="pattern"
              required
              autoFocus
              autoComplete="off"
              spellCheck={false}
              onChange={() => setMatches(null)}
            />
          )}
        </Field>
        {matches && <PatternMatches fields={matches.fields} used={matches.used} />}
        <FormFoot
          submission={submission}
          submit={isListed ? t.settings.deleteCount(matches.count, formatNumber(matches.count)) : t.settings.listFields}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}

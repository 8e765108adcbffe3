import { useNavigate } from '@tanstack/react-router'
import { call } from '../../api/client.js'
import { t } from '../../messages/index.js'
import { useSubmit } from '../../shared/use-submit.js'
import { useProjectId } from '../../session/project.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { Field } from '../../ui/field.js'
import { Input } from '../../ui/input.js'
import { keepDomain } from './domains-query.js'
import { ErrorText } from '../../ui/error-text.js'

/** Asks for a domain, adds it, and leads to its records. */
export function AddDomain({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t.domains.add} text={t.domains.addText}>
      <Form />
    </Dialog>
  )
}

function Form() {
  const projectId = useProjectId()
  const navigate = useNavigate()
  const { isBusy, errors, message, onSubmit } = useSubmit(async ({ domain = '' }) => {
    const added = await call('POST /domains', { projectId, body: { domain } })
    keepDomain(projectId, added)
    await navigate({ to: '/p/$projectId/domains/$domainId', params: { projectId, domainId: added.id } })
  })
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-4">
      <Field label={t.domains.domain} hint={t.domains.domainHint} error={errors['domain']}>
        {(ids) => (
          <Input
            {...ids}
            name="domain"
            required
            autoFocus
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <ErrorText text={message} />
      <div className="flex justify-end">
        <Button type="submit" variant="strong" isBusy={isBusy}>
          {t.domains.add}
        </Button>
      </div>
    </form>
  )
}

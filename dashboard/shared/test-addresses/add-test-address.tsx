import { useRef, useState } from 'react'
import { call } from '../../api/client.js'
import { t } from '../../messages/index.js'
import { useProjectId } from '../../session/project.js'
import { Button } from '../../ui/button.js'
import { ErrorText } from '../../ui/error-text.js'
import { Field } from '../../ui/field.js'
import { Input } from '../../ui/input.js'
import { useSubmit } from '../use-submit.js'
import { useRefreshTestAddresses, type TestAddress } from './test-addresses.js'

/** Adds an address that gets test emails once it is confirmed. */
export function AddTestAddress() {
  const projectId = useProjectId()
  const refresh = useRefreshTestAddresses(projectId)
  const form = useRef<HTMLFormElement>(null)
  const [added, setAdded] = useState<TestAddress | null>(null)
  const { isBusy, errors, message, onSubmit } = useSubmit(async ({ email = '' }) => {
    setAdded(null)
    setAdded(await call('POST /projects/:id/test-addresses', { params: { id: projectId }, body: { email } }))
    form.current?.reset()
    await refresh()
  })
  return (
    <div className="flex flex-col gap-2">
      <form ref={form} onSubmit={onSubmit} className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-56">
          <Field label={t.testAddresses.address} error={errors['email']}>
            {(ids) => <Input {...ids} name="email" type="email" required autoComplete="off" />}
          </Field>
        </div>
        <Button type="submit" isBusy={isBusy}>
          {t.testAddresses.add}
        </Button>
      </form>
      <ErrorText text={message} />
      <p role="status" className="text-small">
        {added && (added.status === 'PENDING' ? t.testAddresses.added : t.testAddresses.ready)(added.email)}
      </p>
    </div>
  )
}

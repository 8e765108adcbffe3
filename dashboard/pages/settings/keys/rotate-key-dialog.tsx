import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/client.js'
import { read } from '../../../api/query.js'
import { t } from '../../../messages/index.js'
import { useProjectId } from '../../../session/project.js'
import { FormFoot } from '../../../shared/form-foot.js'
import { useSubmit } from '../../../shared/use-submit.js'
import { Dialog } from '../../../ui/dialog.js'
import { Field } from '../../../ui/field.js'
import { Select } from '../../../ui/input.js'
import type { ApiKey } from './api-key.js'
import { ShownOnce } from './shown-once.js'

const GRACES = ['24', '1', '168', '0'] as const

/** Gives a named key another secret; the one before works on for as long as its programs need to change. */
export function RotateKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const projectId = useProjectId()
  const client = useQueryClient()
  const [secret, setSecret] = useState<string | null>(null)
  const submission = useSubmit(async ({ graceHours = '0' }) => {
    const params = { id: projectId, keyId: apiKey.id }
    const body = { graceHours: Number(graceHours) }
    const rotated = await call('POST /projects/:id/keys/:keyId/rotate', { params, body })
    setSecret(rotated.secret)
    const { queryKey } = read('GET /projects/:id/keys', { params: { id: projectId } })
    await client.invalidateQueries({ queryKey })
  })
  if (secret !== null) {
    return (
      <Dialog isOpen title={t.settings.keyRotated(apiKey.name)}>
        <ShownOnce secret={secret} onClose={onClose} />
      </Dialog>
    )
  }
  return (
    <Dialog isOpen onClose={onClose} title={t.settings.rotateKey(apiKey.name)} text={t.settings.rotateText}>
      <form onSubmit={submission.onSubmit} className="flex flex-col gap-4">
        <Field label={t.settings.grace} error={submission.errors['graceHours']}>
          {(ids) => (
            <Select
              {...ids}
              name="graceHours"
              options={GRACES.map((value) => ({ value, label: t.settings.graces[value] }))}
            />
          )}
        </Field>
        <FormFoot submission={submission} submit={t.settings.rotate} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

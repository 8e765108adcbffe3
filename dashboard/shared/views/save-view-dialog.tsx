import { useState } from 'react'
import { call } from '../../api/client.js'
import { MAX_VIEW_NAME_LENGTH, type ViewedList } from '../../../models/domain/views.js'
import { t } from '../../messages/index.js'
import { useProjectId } from '../../session/project.js'
import { Dialog } from '../../ui/dialog.js'
import { Field } from '../../ui/field.js'
import { Input } from '../../ui/input.js'
import { RadioCards } from '../../ui/radio-cards.js'
import { FormFoot } from '../form-foot.js'
import { useSubmit } from '../use-submit.js'
import { keepView, type View } from './views-query.js'

/** A view to save: the list, its filters and columns, and what follows. */
export interface SaveViewProps {
  list: ViewedList
  content: { search: string; columns: string[] | null }
  onClose: () => void
  onSaved: (view: View) => void
}

const WHO = [
  { value: 'mine' as const, label: t.views.mine },
  { value: 'everyone' as const, label: t.views.everyone },
]

/** Saves the filters of a list under a name, for the user or for everyone in the project. */
export function SaveViewDialog({ list, content, onClose, onSaved }: SaveViewProps) {
  const projectId = useProjectId()
  const [who, setWho] = useState<'mine' | 'everyone'>('mine')
  const submission = useSubmit(async ({ name = '' }) => {
    const body = { list, name, ...content, isShared: who === 'everyone' }
    const view = await call('POST /views', { projectId, body })
    keepView(projectId, view)
    onSaved(view)
  })
  return (
    <Dialog isOpen onClose={onClose} title={t.views.save}>
      <form onSubmit={submission.onSubmit} className="flex flex-col gap-4">
        <Field label={t.views.name} error={submission.errors['name']}>
          {(ids) => (
            <Input {...ids} name="name" required autoFocus autoComplete="off" maxLength={MAX_VIEW_NAME_LENGTH} />
          )}
        </Field>
        <RadioCards label={t.views.who} options={WHO} value={who} onChange={setWho} />
        <FormFoot submission={submission} submit={t.views.save} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

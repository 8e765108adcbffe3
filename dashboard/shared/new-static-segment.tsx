import { useState } from 'react'
import { call } from '../api/client.js'
import { queryClient } from '../api/query.js'
import { t } from '../messages/index.js'
import { useProjectId } from '../session/project.js'
import { Button } from '../ui/button.js'
import { ErrorText } from '../ui/error-text.js'
import { Field } from '../ui/field.js'
import { Input } from '../ui/input.js'
import { describeError } from './failure.js'

const MAX_NAME = 100

interface NewStaticSegmentProps {
  /** Receives the id of the new segment. */
  onMade: (id: string) => void
  /** Missing where there is nothing to go back to. */
  onCancel?: () => void
}

/** Makes a manual segment by its name, in the middle of another form: Enter in its field must not submit that form. */
export function NewStaticSegment({ onMade, onCancel }: NewStaticSegmentProps) {
  const projectId = useProjectId()
  const [name, setName] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState<string | null>(null)
  const make = async (): Promise<void> => {
    if (isBusy || name.trim() === '') return
    setBusy(true)
    try {
      onMade(await makeStaticSegment(projectId, name.trim()))
    } catch (error) {
      setMessage(describeError(error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="flex flex-col gap-2">
      <Field label={t.contacts.newSegmentName}>
        {(ids) => (
          <Input
            {...ids}
            value={name}
            maxLength={MAX_NAME}
            autoComplete="off"
            onChange={({ target }) => setName(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              void make()
            }}
          />
        )}
      </Field>
      <ErrorText text={message} />
      <div className="flex flex-wrap gap-2">
        <Button isBusy={isBusy} disabled={name.trim() === ''} onClick={() => void make()}>
          {t.contacts.makeSegment}
        </Button>
        {onCancel && (
          <Button variant="quiet" onClick={onCancel}>
            {t.common.cancel}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Makes an empty manual segment, and returns its id. */
export async function makeStaticSegment(projectId: string, name: string): Promise<string> {
  const { id } = await call('POST /segments', { projectId, body: { name, type: 'STATIC' } })
  await queryClient.invalidateQueries({ queryKey: [projectId, 'GET /segments'] })
  return id
}

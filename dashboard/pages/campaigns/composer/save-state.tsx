import { CircleAlert, CircleCheck, CircleDashed, LoaderCircle } from 'lucide-react'
import { formatTime } from '../../../messages/format.js'
import { t } from '../../../messages/index.js'
import { describeError } from '../../../shared/failure.js'
import { StatusBadge } from '../../../ui/badge.js'
import { Button } from '../../../ui/button.js'
import type { Autosave } from './use-autosave.js'

/** Whether the changes are stored, and since when. */
export function SaveState({ autosave }: { autosave: Autosave }) {
  const { status, savedAt, error, save } = autosave
  return (
    <span role="status" className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
      {status === 'saved' && (
        <StatusBadge
          tone="good"
          icon={CircleCheck}
          label={savedAt ? t.campaigns.savedAt(formatTime(savedAt)) : t.campaigns.saved}
        />
      )}
      {status === 'waiting' && <StatusBadge tone="muted" icon={CircleDashed} label={t.campaigns.notSavedYet} />}
      {status === 'saving' && <StatusBadge tone="muted" icon={LoaderCircle} label={t.campaigns.saving} />}
      {status === 'failed' && (
        <>
          <StatusBadge tone="bad" icon={CircleAlert} label={t.campaigns.notSaved} />
          <span className="text-bad">{describeError(error).message}</span>
          <Button onClick={() => void save()}>{t.campaigns.saveAgain}</Button>
        </>
      )}
    </span>
  )
}

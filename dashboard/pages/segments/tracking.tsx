import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { segmentEventName } from '../../../models/domain/event-names.js'
import { call } from '../../api/client.js'
import { formatNumber } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { Moment } from '../../shared/moment.js'
import { describeError } from '../../shared/failure.js'
import { currentOf } from '../../api/current-of.js'
import { Button } from '../../ui/button.js'
import { CopyField } from '../../ui/copy-field.js'
import { Panel } from '../../ui/panel.js'
import { Switch } from '../../ui/switch.js'
import type { Segment } from './filters.js'
import { ErrorText } from '../../ui/error-text.js'

interface TrackingProps {
  segment: Segment
  /** Receives the changed segment, and the `updatedAt` that it had before. */
  onChanged: (segment: Segment, from: string) => void
  /** Receives the segment as another user has changed it, if this is why the change was refused. */
  onStale: (segment: Segment) => void
}

/** Whether contacts that join and leave get events; and the button that compares all contacts. */
export function Tracking({ segment, onChanged, onStale }: TrackingProps) {
  const { id, projectId, slug, type, trackMembership, lastComputedAt, updatedAt } = segment
  const { isBusy, errorMessage, run } = useAction()
  const change = (isOn: boolean): void =>
    run(async () => {
      const body = { trackMembership: isOn, ifUpdatedAt: updatedAt }
      try {
        onChanged(await call('PATCH /segments/:id', { projectId, params: { id }, body }), updatedAt)
        return null
      } catch (error) {
        const theirs = currentOf('GET /segments/:id', error)
        if (!theirs) throw error
        onStale(theirs)
        return t.segments.trackingStale
      }
    })
  return (
    <Panel isPadded>
      <div className="flex flex-col items-start gap-3">
        <Switch label={t.segments.tracking} isOn={trackMembership} onChange={change} isDisabled={isBusy} />
        <p className="max-w-xl text-muted">{t.segments.trackingText}</p>
        <ErrorText text={errorMessage} />
        {trackMembership && (
          <>
            <h3 className="font-medium">{t.segments.trackingEvents}</h3>
            {(['entry', 'exit'] as const).map((move) => (
              <CopyField key={move} value={segmentEventName(slug, move)} label={t.segments.copyEvent} />
            ))}
          </>
        )}
        {trackMembership && type === 'DYNAMIC' && <Compute segment={segment} />}
        {lastComputedAt !== null && (
          <p className="text-muted">
            {t.segments.lastComputed} <Moment at={lastComputedAt} />
          </p>
        )}
      </div>
    </Panel>
  )
}

function Compute({ segment: { id, projectId } }: { segment: Segment }) {
  const client = useQueryClient()
  const [result, setResult] = useState<string | null>(null)
  const { isBusy, errorMessage, run } = useAction()
  const compute = (): void =>
    run(async () => {
      let status = 200
      const onStatus = (answered: number): void => void (status = answered)
      const numbers = await call('POST /segments/:id/compute', { projectId, params: { id } }, { onStatus })
      const [added, removed] = [formatNumber(numbers.added), formatNumber(numbers.removed)]
      // A comparison of very many contacts goes on after the answer.
      const done = t.segments.computed(added, removed, formatNumber(numbers.total))
      setResult(status === 202 ? t.segments.computing(added, removed) : done)
      void client.invalidateQueries({ queryKey: [projectId, 'GET /segments/:id'] })
      void client.invalidateQueries({ queryKey: [projectId, 'GET /segments/:id/contacts'] })
      return null
    })
  return (
    <>
      <Button icon={RefreshCw} isBusy={isBusy} onClick={compute}>
        {t.segments.compute}
      </Button>
      <p className="text-muted">{t.segments.computeText}</p>
      <p role="status">{result}</p>
      <ErrorText text={errorMessage} />
    </>
  )
}

/** Runs the actions of a part; an action answers why it has changed nothing, or null. */
function useAction() {
  const [isBusy, setBusy] = useState(false)
  const [errorMessage, setErrorMessage] = useState<string | null>(null)
  const run = async (work: () => Promise<string | null>): Promise<void> => {
    setBusy(true)
    setErrorMessage(null)
    try {
      setErrorMessage(await work())
    } catch (error) {
      setErrorMessage(describeError(error).message)
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, errorMessage, run: (work: () => Promise<string | null>): void => void run(work) }
}

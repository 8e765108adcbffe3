import type { Draft, DraftFault } from '../../../shared/workflow-draft/draft.js'
import { Button } from '../../../ui/button.js'
import { dialogWords } from './dialog-words.js'
import { faultText, nameOf, words } from './words.js'

interface FaultsListProps {
  draft: Draft
  faults: readonly DraftFault[]
  onGo: (fault: DraftFault) => void
}

/** The faults that keep the workflow from running, as links to their steps. */
export function FaultsList({ draft, faults, onGo }: FaultsListProps) {
  if (faults.length === 0) return <p className="text-muted">{words.noFaults}</p>
  return (
    <ul className="flex flex-col gap-1">
      {faults.map((fault) => (
        <li key={JSON.stringify(fault)} className="flex items-start justify-between gap-2">
          <span className="min-w-0 py-1.5 break-words">
            <span className="font-medium">
              {fault.stepId === null ? words.ofWorkflow : nameOf(draft, fault.stepId)}
            </span>
            {': '}
            {faultText(draft, fault)}
          </span>
          <Button variant="quiet" onClick={() => onGo(fault)}>
            {dialogWords.publishing.toFault}
          </Button>
        </li>
      ))}
    </ul>
  )
}

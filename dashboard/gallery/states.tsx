import { CircleAlert, CircleCheck, Inbox } from 'lucide-react'
import { Badge, StatusBadge } from '../ui/badge.js'
import { Banner } from '../ui/banner.js'
import { Button } from '../ui/button.js'
import { EmptyState } from '../ui/empty-state.js'
import { ErrorPanel } from '../ui/error-panel.js'
import { Mark } from '../ui/mark.js'
import { Panel } from '../ui/panel.js'
import { ProgressBar } from '../ui/progress-bar.js'
import { SkeletonRows } from '../ui/skeleton.js'
import { Sketch, SKETCHES } from '../ui/sketch.js'

/** Components for loading, empty lists and events of the page. */
export function States() {
  return (
    <Panel title="States" isPadded>
      {(['info', 'good', 'warn', 'bad'] as const).map((kind) => (
        <Banner key={kind} kind={kind} title={`A banner: ${kind}`} action={<Button>Action</Button>}>
          What it means.
        </Banner>
      ))}
      <div className="mb-4 flex flex-wrap gap-4">
        <StatusBadge tone="good" icon={CircleCheck} label="Delivered" />
        <StatusBadge tone="bad" icon={CircleAlert} label="Bounced" />
        <StatusBadge tone="muted" icon={Inbox} label="Received" />
        <Badge label="marketing" />
      </div>
      <ProgressBar label="Sending" value={30} total={120} note="30 of 120" />
      <ProgressBar label="Counting" value={0} total={null} />
      <ErrorPanel
        message="It did not work."
        suggestion="Try again."
        requestId="01a21e4d-fc37-7707-87fc-5a7fbbebf0eb"
        onRetry={() => undefined}
      />
      <EmptyState icon={Inbox} title="Nothing yet" text="It comes with the first mail.">
        <Button>Begin</Button>
      </EmptyState>
      <div className="flex flex-wrap items-center gap-4">
        <Mark />
        {SKETCHES.map((name) => (
          <Sketch key={name} name={name} />
        ))}
      </div>
      <SkeletonRows rows={2} />
    </Panel>
  )
}

import { CircleCheck, CircleX, Clock, LoaderCircle, type LucideIcon } from 'lucide-react'
import { t } from '../../../messages/index.js'
import type { ImportJob } from '../../../shared/job-progress.js'
import { StatusBadge, type Tone } from '../../../ui/badge.js'

const VARIANTS: Record<ImportJob['status'], [Tone, LucideIcon]> = {
  PENDING: ['muted', Clock],
  RUNNING: ['info', LoaderCircle],
  COMPLETED: ['good', CircleCheck],
  FAILED: ['bad', CircleX],
}

/** The status of an import in a word. */
export function ImportStatus({ status }: { status: ImportJob['status'] }) {
  const [tone, icon] = VARIANTS[status]
  return <StatusBadge tone={tone} icon={icon} label={t.imports.statuses[status]} />
}

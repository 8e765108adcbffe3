import { LockKeyhole } from 'lucide-react'
import { t } from '../messages/index.js'

/** Says why a MEMBER sees no actions here. */
export function NoRight({ text = t.common.membersOnly }: { text?: string }) {
  return (
    <p className="flex items-start gap-2 text-muted">
      <LockKeyhole aria-hidden size={16} className="mt-0.5 shrink-0" />
      <span>{text}</span>
    </p>
  )
}

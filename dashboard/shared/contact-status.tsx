import { Ban, CircleCheck, CircleMinus, Clock } from 'lucide-react'
import { formatExact } from '../messages/format.js'
import { t } from '../messages/index.js'
import { StatusBadge } from '../ui/badge.js'

interface Shown {
  subscribed: boolean
  snoozedUntil: string | null
  suppression?: { reason: string } | null
  /** Missing where the list does not say: an unsubscribed contact then counts as one that left. */
  optedOut?: boolean
}

/** Whether a contact gets mail. What keeps all mail away is said before what keeps marketing mail away. */
export function ContactStatus({
  contact: { subscribed, snoozedUntil, suppression, optedOut = true },
}: {
  contact: Shown
}) {
  if (suppression) return <StatusBadge tone="bad" icon={Ban} label={t.contacts.suppressed} />
  // A pause unsubscribes the contact until its end.
  if (snoozedUntil !== null && new Date(snoozedUntil) > new Date()) {
    const title = t.contacts.snoozedUntil(formatExact(new Date(snoozedUntil)))
    return <StatusBadge tone="warn" icon={Clock} label={t.contacts.snoozed} title={title} />
  }
  if (!subscribed) {
    const [label, title] = optedOut
      ? [t.contacts.unsubscribed, t.contacts.unsubscribedTitle]
      : [t.contacts.notSubscribed, t.contacts.notSubscribedTitle]
    return <StatusBadge tone="muted" icon={CircleMinus} label={label} title={title} />
  }
  return <StatusBadge tone="good" icon={CircleCheck} label={t.contacts.subscribed} />
}

import { useMemo, useState } from 'react'
import { Ban, BellOff, BellRing, ChevronDown, CirclePlay, Copy, Send, Trash2, Zap } from 'lucide-react'
import { useCommands } from '../../../commands/registry.js'
import { t } from '../../../messages/index.js'
import { showError } from '../../../shared/show-error.js'
import { Button } from '../../../ui/button.js'
import { copyText } from '../../../ui/copy-text.js'
import { Menu } from '../../../ui/menu.js'
import { toast } from '../../../ui/toast.js'
import { DeleteDialog } from './actions/delete-dialog.js'
import { StartDialog } from './actions/start-dialog.js'
import { SuppressionDialog } from './actions/suppression-dialog.js'
import { TestDialog } from './actions/test-dialog.js'
import { TrackDialog } from './actions/track-dialog.js'
import { useContactPatch, type Contact } from './use-contact-patch.js'

type Open = 'none' | 'track' | 'start' | 'test' | 'suppression' | 'delete'

/** The actions on one contact. */
export function ContactActions({ contact }: { contact: Contact }) {
  const [open, setOpen] = useState<Open>('none')
  const close = (): void => setOpen('none')
  const { isBusy, toggle, label, icon } = useSubscription(contact)
  const actions = useActions(contact, setOpen)
  useCommands(actions)
  const item = (id: string, rest: { icon: typeof Ban }) => {
    const { title = '', run = close } = actions.find((action) => action.id === id) ?? {}
    return { label: title, onSelect: run, ...rest }
  }
  return (
    <>
      <Button icon={icon} isBusy={isBusy} onClick={() => void toggle()}>
        {label}
      </Button>
      <Menu
        trigger={<Button icon={ChevronDown}>{t.contacts.actions}</Button>}
        groups={[
          { items: [item('track', { icon: Zap }), item('start', { icon: CirclePlay }), item('test', { icon: Send })] },
          { items: [item('copy-id', { icon: Copy })] },
          { items: [item('suppression', { icon: Ban }), item('delete', { icon: Trash2 })] },
        ]}
      />
      {open === 'track' && <TrackDialog contactId={contact.id} onClose={close} />}
      {open === 'start' && <StartDialog contactId={contact.id} onClose={close} />}
      {open === 'test' && <TestDialog contactId={contact.id} onClose={close} />}
      {open === 'suppression' && <SuppressionDialog contact={contact} onClose={close} />}
      {open === 'delete' && <DeleteDialog contact={contact} onClose={close} />}
    </>
  )
}

function useActions({ id, suppression }: Contact, open: (dialog: Open) => void) {
  const isSuppressed = suppression !== null
  return useMemo(() => {
    const action = (name: Open, title: string, keys?: string) => ({
      id: name,
      title,
      group: 'page' as const,
      run: () => open(name),
      ...(keys === undefined ? {} : { keys }),
    })
    const copy = async (): Promise<void> => {
      if (await copyText(id)) toast(t.common.copied)
    }
    return [
      action('track', t.contacts.track, 'e'),
      action('start', t.contacts.start),
      action('test', t.contacts.test),
      { id: 'copy-id', title: t.contacts.copyId, group: 'page' as const, run: () => void copy() },
      action('suppression', isSuppressed ? t.suppressions.lift : t.suppressions.add),
      action('delete', t.contacts.deleteAction),
    ]
  }, [id, isSuppressed, open])
}

/** Subscribes or unsubscribes a contact; either ends a snooze. */
function useSubscription({ id, subscribed, snoozedUntil }: Contact) {
  const patch = useContactPatch(id)
  const [isBusy, setBusy] = useState(false)
  const isSnoozed = !subscribed && snoozedUntil !== null && new Date(snoozedUntil) > new Date()
  const toggle = async (): Promise<void> => {
    setBusy(true)
    try {
      await patch({ subscribed: !subscribed }, subscribed ? t.contacts.unsubscribed : t.contacts.subscribed)
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }
  const label = isSnoozed ? t.contacts.endPause : subscribed ? t.contacts.bulk.unsubscribe : t.contacts.bulk.subscribe
  return { isBusy, toggle, label, icon: subscribed ? BellOff : BellRing }
}

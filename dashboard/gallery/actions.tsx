import { useState } from 'react'
import { Plus, Trash2 } from 'lucide-react'
import { Button, IconButton } from '../ui/button.js'
import { ConfirmDialog } from '../ui/confirm-dialog.js'
import { Dialog } from '../ui/dialog.js'
import { Menu } from '../ui/menu.js'
import { Panel } from '../ui/panel.js'
import { toast } from '../ui/toast.js'
import { Toaster } from '../ui/toaster.js'

type Open = 'none' | 'middle' | 'drawer' | 'confirm'

/** Buttons in each style and state, and the menus and dialogs that they open. */
export function Actions() {
  const [open, setOpen] = useState<Open>('none')
  const [chosen, setChosen] = useState('nothing')
  const close = (): void => setOpen('none')
  return (
    <Panel title="Actions" isPadded>
      <div className="flex flex-wrap gap-2">
        <Button variant="strong" icon={Plus} onClick={() => setOpen('middle')}>
          Open a dialog
        </Button>
        <Button onClick={() => setOpen('drawer')}>Open a drawer</Button>
        <Button variant="danger" onClick={() => setOpen('confirm')}>
          Delete…
        </Button>
        <Button variant="quiet" onClick={() => toast('It is done', () => setChosen('taken back'))}>
          Say it
        </Button>
        <Button isBusy>Busy</Button>
        <Button disabled>Off</Button>
        <IconButton icon={Trash2} label="Remove" onClick={() => setChosen('removed')} />
        <Menu
          trigger={<Button>Menu</Button>}
          groups={[
            { label: 'Actions', items: [{ label: 'First', icon: Plus, onSelect: () => setChosen('first') }] },
            { items: [{ label: 'Second', isChosen: true, onSelect: () => setChosen('second') }] },
          ]}
        />
      </div>
      <p role="status">{chosen}</p>
      <Dialog isOpen={open === 'middle'} onClose={close} title="A dialog" text="It takes the focus and gives it back.">
        <Button onClick={close}>Ready</Button>
      </Dialog>
      <Dialog isOpen={open === 'drawer'} onClose={close} title="A drawer" at="drawer">
        <Button onClick={close}>Ready</Button>
      </Dialog>
      <ConfirmDialog
        isOpen={open === 'confirm'}
        onClose={close}
        title="Delete the project?"
        text="This cannot be undone."
        action="Delete it"
        nameToType="Shop"
        onConfirm={async () => setChosen('deleted')}
        describeError={() => ({ message: 'It failed' })}
      />
      <Toaster />
    </Panel>
  )
}

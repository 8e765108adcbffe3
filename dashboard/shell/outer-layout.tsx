import { useState } from 'react'
import { Outlet } from '@tanstack/react-router'
import { AccountMenu } from './account-menu.js'
import { Overlays } from './overlays.js'
import { useGeneralCommands, type OpenedByCommand } from './use-general-commands.js'

/** The frame of the pages outside of any project: the account with the way out, and the commands. */
export function OuterLayout() {
  const [open, setOpen] = useState<OpenedByCommand | null>(null)
  useGeneralCommands(setOpen)
  return (
    <div className="flex min-h-dvh flex-col [&>main]:min-h-0 [&>main]:flex-1">
      <header className="flex justify-end p-2">
        <div className="max-w-64 min-w-0">
          <AccountMenu />
        </div>
      </header>
      <Outlet />
      <Overlays open={open} onClose={() => setOpen(null)} />
    </div>
  )
}

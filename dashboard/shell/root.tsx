import { useEffect } from 'react'
import { Outlet, useNavigate } from '@tanstack/react-router'
import { listenForShortcuts } from '../commands/shortcuts.js'
import { keepSession } from '../session/keep-session.js'
import { followTabs } from '../session/tabs.js'
import { Toaster } from '../ui/toaster.js'
import { LimitBanner } from './limit-banner.js'
import { OfflineBanner } from './offline-banner.js'
import { SignInDialog } from './sign-in-dialog.js'
import { VersionBanner } from './version-banner.js'

/** What every page has: messages, the dialog for signing in again, the keys, and the ear for the other tabs. */
export function Root() {
  const navigate = useNavigate()
  useEffect(() => listenForShortcuts(), [])
  useEffect(() => keepSession(), [])
  useEffect(() => followTabs(() => void navigate({ to: '/sign-in' })), [navigate])
  return (
    <>
      <VersionBanner />
      <OfflineBanner />
      <LimitBanner />
      <Outlet />
      <SignInDialog />
      <Toaster />
    </>
  )
}

import { lazy, Suspense, useEffect } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useRouter, type AnyRouter } from '@tanstack/react-router'
import { listenForShortcuts } from '../commands/shortcuts.js'
import { keepSession } from '../session/keep-session.js'
import { followTabs } from '../session/tabs.js'
import { applyTheme } from '../session/theme.js'
import { meQuery } from '../session/user.js'
import { useIsAskingToSignOut } from '../shared/sign-out.js'
import { Toaster } from '../ui/toaster.js'
import { LimitBanner } from './limit-banner.js'
import { OfflineBanner } from './offline-banner.js'
import { SignInDialog } from './sign-in-dialog.js'
import { VersionBanner } from './version-banner.js'

const SignOutDialog = lazy(async () => ({ default: (await import('../shared/sign-out-dialog.js')).SignOutDialog }))

/**
 * The parts of every page: messages, the dialog for signing in again, the keys, and the listener for the other tabs.
 */
export function Root() {
  const router = useRouter()
  const { data: me } = useQuery({ ...meQuery, enabled: false })
  const isAsking = useIsAskingToSignOut()
  useEffect(() => listenForShortcuts(), [])
  useEffect(() => keepSession(), [])
  useEffect(() => followTabs(() => leave(router)), [router])
  useEffect(() => applyTheme(), [me?.id])
  return (
    <>
      <VersionBanner />
      <OfflineBanner />
      <LimitBanner />
      <Outlet />
      <SignInDialog />
      <Suspense>{isAsking && me && <SignOutDialog />}</Suspense>
      <Toaster />
    </>
  )
}

const OUTER = ['/sign-in', '/sign-up', '/forgot']

/** Shows the sign-in page, which leads back to this one. Unsaved changes are dropped: their user has signed out. */
function leave(router: AnyRouter): void {
  const { pathname, href } = router.state.location
  if (OUTER.includes(pathname)) return
  void router.navigate({ to: '/sign-in', search: { next: `/dashboard${href}` }, ignoreBlocker: true })
}

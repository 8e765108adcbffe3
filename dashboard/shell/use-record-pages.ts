import { useEffect } from 'react'
import { useRouter } from '@tanstack/react-router'
import { t } from '../messages/index.js'
import { notePage } from '../session/recent-pages.js'

const PRODUCT = t.common.titleOf('')

/** Records each page of a project when the user leaves it: its title is known by then. */
export function useRecordPages(): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
        const title = document.title.endsWith(PRODUCT) ? document.title.slice(0, -PRODUCT.length) : document.title
        if (!fromLocation || !pathChanged || title === '' || !fromLocation.pathname.startsWith('/p/')) return
        notePage({ path: fromLocation.pathname, href: fromLocation.href, title })
      }),
    [router],
  )
}

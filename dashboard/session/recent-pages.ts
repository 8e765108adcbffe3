import { useSyncExternalStore } from 'react'

/** A page that was open. */
export interface RecentPage {
  /** Its path, with the project. */
  path: string
  href: string
  title: string
}

const MOST = 8

let pages: readonly RecentPage[] = []
const listeners = new Set<() => void>()

function change(next: readonly RecentPage[]): void {
  pages = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Records a page that the user leaves. The list lives as long as the tab: its titles may name people. */
export function notePage(page: RecentPage): void {
  change([page, ...pages.filter(({ path }) => path !== page.path)].slice(0, MOST))
}

/** Drops all pages, as for another user. */
export function forgetPages(): void {
  change([])
}

/** The pages that were open, the last one first. */
export function useRecentPages(): readonly RecentPage[] {
  return useSyncExternalStore(subscribe, () => pages)
}

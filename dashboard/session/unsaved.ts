import { storedDrafts } from './drafts.js'

let pages = 0

/** Counts a page that holds changes which are not saved, until the returned function is called. */
export function noteUnsaved(): () => void {
  pages += 1
  return () => {
    pages -= 1
  }
}

/** Whether signing out would lose changes: those on the page, and the drafts of all tabs. */
export function hasUnsaved(): boolean {
  return pages > 0 || storedDrafts().length > 0
}

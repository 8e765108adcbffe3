import { lazy, Suspense, useEffect } from 'react'
import type { OpenedByCommand } from './use-general-commands.js'

// The page is shown before a user can have opened these.
const loadPalette = () => import('../commands/palette.js')
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }))
const ShortcutList = lazy(async () => ({ default: (await import('../commands/shortcut-list.js')).ShortcutList }))

const PALETTE_MS = 1_000

/** The overlays that a command opens over any page: the palette, or the list of keys. */
export function Overlays({ open, onClose }: { open: OpenedByCommand | null; onClose: () => void }) {
  // The first letters that are typed after the key of the palette must not be lost.
  useEffect(() => {
    const timer = setTimeout(() => void loadPalette().catch(() => undefined), PALETTE_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Suspense>
      {open === 'palette' && <Palette onClose={onClose} />}
      {open === 'shortcuts' && <ShortcutList onClose={onClose} />}
    </Suspense>
  )
}

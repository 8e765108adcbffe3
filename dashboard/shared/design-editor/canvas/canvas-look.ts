import { createContext } from 'react'
import { DEFAULT_LOOK, type Look } from '../../../../models/domain/design/look.js'
import type { Scheme } from '../../design-view/mail-look.js'

/** How the message on the canvas looks. */
export const CanvasLook = createContext<{ look: Look; scheme: Scheme }>({ look: DEFAULT_LOOK, scheme: 'light' })

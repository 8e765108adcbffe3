import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { packId, unpackId } from './packed-id.js'

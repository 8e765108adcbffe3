import { writeFile } from 'node:fs/promises'
import { BUNDLE_PATH, makeBundle } from './bundle.js'

const { code } = await makeBundle()
await writeFile(BUNDLE_PATH, code)

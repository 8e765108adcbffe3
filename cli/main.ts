import { posthorn } from './posthorn.js'

// The entry of the image.
await posthorn(process.argv.slice(2))

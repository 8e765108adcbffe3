import { fileURLToPath } from 'node:url'

/** The project's folder, in which its processes run, wherever the stack is started. */
export const projectRoot = fileURLToPath(new URL('..', import.meta.url))

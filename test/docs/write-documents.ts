import { writeFileSync } from 'node:fs'
import { CONFIGURATION, configurationDocument } from './configuration-document.js'
import { DATA, dataDocument } from './data-document.js'
import { ROOT } from './documents.js'

// Writes the documents that are made from the code.
writeFileSync(`${ROOT}${CONFIGURATION}`, configurationDocument())
writeFileSync(`${ROOT}${DATA}`, dataDocument())

import { carryOut } from './command.js'
import { runNamedProgram } from './posthorn.js'

await carryOut(runNamedProgram)

import { allEndpoints } from '../../gateway/routes/index.js'
import { writeOperationTypes } from './operation-types.js'

// Writes the types that the dashboard is checked against; its build needs none of them.
writeOperationTypes(allEndpoints)

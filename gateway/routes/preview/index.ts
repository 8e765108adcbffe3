import type { AnyEndpoint } from '../../http/endpoint.js'
import { previewDraftRoute } from './preview-draft.js'
import { sendPreviewRoute } from './send-preview.js'

export const previewEndpoints: AnyEndpoint[] = [previewDraftRoute, sendPreviewRoute]

import type { z } from 'zod'
import type { DraftPreview } from '../../commands/sending/preview/preview-draft.js'
import type { DraftPreviewResponse } from '../schemas/preview.js'

/** A rendered draft as the API shows it. */
export function presentPreview({
  sizeBytes,
  findings,
  ...preview
}: DraftPreview): z.input<typeof DraftPreviewResponse> {
  return {
    ...preview,
    size: sizeBytes,
    findings: findings.map(({ code, severity, message, field, ...rest }) => ({
      code,
      severity,
      message,
      suggestion: rest.suggestion ?? null,
      variable: rest.variable ?? null,
      field,
      line: rest.line ?? null,
      column: rest.column ?? null,
      element: rest.element ?? null,
      blockId: rest.blockId ?? null,
    })),
  }
}

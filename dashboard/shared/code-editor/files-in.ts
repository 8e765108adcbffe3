/** The files of a paste or a drop; a paste of text that also brings its picture is text. */
export function filesIn(data: DataTransfer | null): File[] {
  if (data === null || data.types.includes('text/plain')) return []
  return [...data.files]
}

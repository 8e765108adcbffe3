type Operations = Record<string, (...args: unknown[]) => Promise<unknown>>

/** Does some work, and right before its first operation of that name `meanwhile`, as another process may. */
export async function interrupted<T>(
  { collection }: { collection: object },
  name: 'bulkWrite' | 'findOneAndUpdate',
  { work, meanwhile }: { work: () => Promise<T>; meanwhile: () => Promise<unknown> },
): Promise<T> {
  const operations = collection as Operations
  const original = operations[name]
  operations[name] = async (...args) => {
    delete operations[name]
    await meanwhile()
    return original?.apply(collection, args)
  }
  try {
    return await work()
  } finally {
    delete operations[name]
  }
}

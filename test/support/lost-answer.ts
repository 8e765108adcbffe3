import mongoose from 'mongoose'

type Operations = Record<string, (...args: unknown[]) => Promise<unknown>>

/** Does some work while MongoDB does the next operation of that name and breaks down before it can answer. */
export async function losingOneAnswer<T>(
  { collection }: { collection: object },
  name: 'findOneAndUpdate' | 'updateMany' | 'insertMany',
  work: () => Promise<T>,
): Promise<T> {
  const operations = collection as Operations
  const original = operations[name]
  operations[name] = async (...args) => {
    delete operations[name]
    await original?.apply(collection, args)
    throw new mongoose.mongo.MongoNetworkError('connection closed')
  }
  try {
    return await work()
  } finally {
    delete operations[name]
  }
}

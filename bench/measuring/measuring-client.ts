import mongoose from 'mongoose'
import { countsOf, type CommandCount, type CommandMetrics } from './command-counts.js'

/**
 * A connection to the database of a stack that counts its own commands, so that what it asks during a measurement can
 * be subtracted exactly. The models of this process use another connection: use them outside measurements alone.
 */
export class MeasuringClient {
  readonly #client: mongoose.mongo.MongoClient
  readonly #own: Record<string, number> = {}

  private constructor(client: mongoose.mongo.MongoClient) {
    this.#client = client
    client.on('commandStarted', ({ commandName }) => {
      this.#own[commandName] = (this.#own[commandName] ?? 0) + 1
    })
  }

  /** Connects, and has its connection established when it resolves. */
  static async connect(uri: string): Promise<MeasuringClient> {
    const client = new mongoose.mongo.MongoClient(uri, { monitorCommands: true, maxPoolSize: 1 })
    const measuring = new MeasuringClient(client)
    await client.connect()
    await measuring.commands()
    return measuring
  }

  /** The commands that the server has carried out so far. */
  async commands(): Promise<CommandCount> {
    const { metrics } = (await this.#status()) as { metrics: { commands: CommandMetrics } }
    // Whether the server's count includes this very command is the same at both ends of a measurement.
    return { all: countsOf(metrics.commands), own: { ...this.#own } }
  }

  /** The version of the server. */
  async version(): Promise<string> {
    return String((await this.#status())['version'])
  }

  /** One document of a collection of the stack's database, or null. */
  findOne<Document extends object>(
    collection: string,
    filter: object,
    projection: object = { _id: 1 },
  ): Promise<Document | null> {
    const found = this.#client.db().collection(collection).findOne(filter, { projection })
    return found as Promise<Document | null>
  }

  /** The number of documents of a collection that match. */
  count(collection: string, filter: object): Promise<number> {
    return this.#client.db().collection(collection).countDocuments(filter)
  }

  /** Closes the connection. */
  close(): Promise<void> {
    return this.#client.close()
  }

  #status(): Promise<Record<string, unknown>> {
    return this.#client.db().admin().serverStatus()
  }
}

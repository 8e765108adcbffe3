import type { Context, Emitter } from 'liquidjs'
import { printed } from './finished-text.js'

/** Collects what a template prints, within the memory limit of its rendering. */
export class BoundedOutput implements Emitter {
  buffer = ''
  private readonly scope: Context

  constructor(scope: Context) {
    this.scope = scope
  }

  write(value: unknown): void {
    const text = printed(value)
    this.scope.memoryLimit.use(text.length)
    this.buffer += text
  }
}

import { getRequestListener } from '@hono/node-server'

const Platform = Response

// Hono replaces the global Request and Response with lighter ones when the first listener is made. Done here, so that a process
// has the same ones from its start, whether it listens or is called within a test.
getRequestListener(() => new Response())

// The light Response inherits the methods it does not define (`bytes`), but those need a real Response to run on.
for (const [name, { value: read }] of Object.entries(Object.getOwnPropertyDescriptors(Platform.prototype)))
  if (typeof read === 'function' && !Object.hasOwn(Response.prototype, name))
    Object.defineProperty(Response.prototype, name, {
      value(this: Response) {
        return Reflect.apply(read, new Platform(this.body), [])
      },
    })

import { getRequestListener } from '@hono/node-server'

const Platform = Response

// Hono puts lighter ones in place of the global Request and Response where the first listener is made. Here, so that a process
// has the same from its beginning, whether it listens or is called within a test.
getRequestListener(() => new Response())

// What the light Response does not know (`bytes`) it inherits, and what it inherits cannot look into it.
for (const [name, { value: read }] of Object.entries(Object.getOwnPropertyDescriptors(Platform.prototype)))
  if (typeof read === 'function' && !Object.hasOwn(Response.prototype, name))
    Object.defineProperty(Response.prototype, name, {
      value(this: Response) {
        return Reflect.apply(read, new Platform(this.body), [])
      },
    })

// The page's content security policy forbids `eval`, which zod otherwise probes for when the first schema is built. This is
// the object in which zod keeps its configuration: `z.config` would bring zod itself into the first file.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

/**
 * The rooms of the house and the doors between them. Types count as imports: a room that only needs
 * another's types still leans on it.
 */
const rule = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });
const ENGINE = '^main/engine/';

module.exports = {
  forbidden: [
    rule('no-cycles', {}, { circular: true }, 'A cycle has no first file to read.'),
    rule('resolvable', {}, { couldNotResolve: true }, 'An import that leads nowhere.'),
    rule(
      'contract-is-pure',
      { path: '^preload/contract/' },
      { pathNot: ['^preload/contract/', 'node_modules/zod/'] },
      'The contract leans on zod and itself.',
    ),
    rule(
      'bridge-names-only',
      { path: '^preload/index\\.ts$' },
      { pathNot: ['^preload/contract/(names|api)\\.ts$', '^electron$', 'node_modules/electron/'] },
      'No schema code in the privileged script.',
    ),
    rule(
      'renderer-apart',
      { path: '^renderer/' },
      { path: '^(main|preload/index|test)' },
      'The renderer knows the contract alone.',
    ),
    rule(
      'main-apart',
      { path: '^main/' },
      { path: '^(renderer|preload/index|test)' },
      'Main never reaches into the renderer.',
    ),
    rule(
      'ui-is-bare',
      { path: '^renderer/ui/' },
      { path: '^(renderer/(?!ui/)|preload/contract/(?!(?:time|visible-id)\\.ts))' },
      'Pieces have no state and no bridge.',
    ),
    rule(
      'state-below-features',
      { path: '^renderer/state/' },
      { path: '^renderer/(app|features|pdf|shared|ui)/' },
      'State does not know who shows it.',
    ),
    rule(
      'shared-below-features',
      { path: '^renderer/shared/' },
      { path: '^renderer/(app|features|pdf)/' },
      'What all kinds of record share knows none of them.',
    ),
    rule(
      'pdf-below-features',
      { path: '^renderer/pdf/' },
      { path: '^renderer/(app|features)/' },
      'The PDF beside a record knows no screen.',
    ),
    rule(
      'features-below-app',
      { path: '^renderer/features/' },
      { path: '^renderer/app/' },
      'Features do not know the frame.',
    ),
    rule(
      'features-apart',
      { path: '^renderer/features/([^/]+)/' },
      { path: '^renderer/features/', pathNot: '^renderer/features/$1/' },
      'A feature does not know another.',
    ),
    rule(
      'electron-in-shell',
      { path: '^main/', pathNot: '^main/shell/' },
      { path: '(^electron$|node_modules/electron/)' },
      'Only the shell touches electron.',
    ),
    rule(
      'base-imports-node-alone',
      { path: '^main/base/' },
      { path: '^(main/(?!base/)|preload|renderer)' },
      'Base leans on Node alone.',
    ),
    rule(
      'demo-independent',
      { path: '^main/demo/' },
      { path: '^(main/(?!demo/|base/)|preload|renderer)' },
      'An independent reading of the document.',
    ),
    rule(
      'shell-face',
      { path: '^main/shell/' },
      { path: '^main/(engine|demo|cli|vault/(?!(vault|accounts|secrets)\\.ts))' },
      'The shell sees the public face of the vault and no engine code.',
    ),
    rule(
      'session-below-shell',
      { path: '^main/session/' },
      { path: '^main/(engine|shell|demo|cli)/' },
      'The session is handed its engine.',
    ),
    rule(
      'vault-apart',
      { path: '^main/vault/' },
      { path: '^main/(engine|session|shell|demo|cli)/' },
      'The vault stands alone.',
    ),
    rule(
      'keytar-in-child',
      { path: '^main/', pathNot: '^main/vault/keychain-child\\.ts$' },
      { path: 'node_modules/(keytar|@napi-rs/keyring)/' },
      'The keychain is called in its own process.',
    ),
    rule(
      'engine-is-node',
      { path: ENGINE },
      { path: '^main/(shell|vault|demo|cli|index)' },
      'The engine knows no windows and no vault.',
    ),
    rule(
      'api-is-a-leaf',
      { path: '^main/engine/api/' },
      { path: '^main/engine/(?!api/)' },
      'The client of the service serves all.',
    ),
    rule(
      'sqlite-is-base',
      { path: '^main/engine/sqlite/' },
      { path: '^main/engine/(?!sqlite/)' },
      'How files are opened is the same for all of them.',
    ),
    rule(
      'migrations-frozen',
      { path: '^main/engine/[^/]+/migrations/' },
      { pathNot: '^main/engine/sqlite/sql\\.ts$' },
      'A migration does the same in every later version: it imports nothing but the sql tag.',
    ),
    rule(
      'local-below-cache',
      { path: '^main/engine/local/' },
      { path: '^main/engine/(?!(local|sqlite)/|api/parse/)' },
      'The precious file does not know who reads or sends what is in it.',
    ),
    rule(
      'cache-below-sync',
      { path: '^main/engine/cache/' },
      { path: '^main/engine/(sync|sender|handlers|engine|index)', pathNot: '^main/engine/api/parse/' },
      'The cache does not know who fills it.',
    ),
    rule(
      'cache-no-http',
      { path: '^main/engine/cache/' },
      { path: '^main/engine/api/(?!parse/)' },
      'Of the service the cache knows the wire alone.',
    ),
    rule(
      'pdfs-stand-apart',
      { path: '^main/engine/pdfs/' },
      { path: '^main/engine/(?!(pdfs|sqlite|api)/)' },
      'What PDFs need of records and of the desk is handed to them.',
    ),
    rule(
      'sender-below-handlers',
      { path: '^main/engine/sender/' },
      { path: '^main/engine/(sync/(?!circuit-breaker\\.ts)|handlers|engine|index)' },
      'Of the sync the outbox knows the gate alone.',
    ),
    rule(
      'sync-below-handlers',
      { path: '^main/engine/sync/' },
      { path: '^main/engine/(sender|handlers|engine|index)' },
      'Sync does not know who asks.',
    ),
    rule(
      'sqlite-in-cache',
      { path: '^main/', pathNot: '^main/engine/sqlite/' },
      { path: 'node_modules/better-sqlite3' },
      'SQL lives with the files it speaks to.',
    ),
    rule(
      'nothing-leans-on-tests',
      { path: '^(main|renderer|preload)' },
      { path: '^test/' },
      'Tests lean on the product, never the other way.',
    ),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^dist|\\.css$|\\.woff2)' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};

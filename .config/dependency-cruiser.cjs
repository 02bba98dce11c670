/**
 * The folders and the imports allowed between them. Types count as imports: a folder that only needs
 * another's types still depends on it.
 */
const rule = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });
const ENGINE = '^main/engine/';

module.exports = {
  forbidden: [
    rule('no-cycles', {}, { circular: true }, 'Files must not import each other in a cycle.'),
    rule('resolvable', {}, { couldNotResolve: true }, 'Every import must resolve.'),
    rule(
      'contract-is-pure',
      { path: '^preload/contract/' },
      { pathNot: ['^preload/contract/', 'node_modules/zod/'] },
      'The contract imports only zod and itself.',
    ),
    rule(
      'bridge-names-only',
      { path: '^preload/index\\.ts$' },
      {
        pathNot: [
          '^preload/contract/(ipc-names|procedure-names|api)\\.ts$',
          '^electron$',
          'node_modules/electron/',
        ],
      },
      'No schema code in the privileged script.',
    ),
    rule(
      'renderer-apart',
      { path: '^renderer/' },
      { path: '^(main|preload/index|test)' },
      'Of the other processes, the renderer imports only the contract.',
    ),
    rule(
      'main-apart',
      { path: '^main/' },
      { path: '^(renderer|preload/index|test)' },
      'Main does not import the renderer.',
    ),
    rule(
      'ui-is-bare',
      { path: '^renderer/ui/' },
      { path: '^(renderer/(?!ui/)|preload/contract/(?!(?:time|visible-id)\\.ts))' },
      'User interface components have no state and no bridge.',
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
      'Features do not import the app.',
    ),
    rule(
      'features-apart',
      { path: '^renderer/features/([^/]+)/' },
      { path: '^renderer/features/', pathNot: '^renderer/features/$1/' },
      'A feature does not import another.',
    ),
    rule(
      'electron-in-shell',
      { path: '^main/', pathNot: '^main/shell/' },
      { path: '(^electron$|node_modules/electron(-updater)?/)' },
      'Only the shell imports electron and its updater.',
    ),
    rule(
      'updates-apart',
      { path: '^main/updates/' },
      { path: '^main/(?!updates/|base/)' },
      'Updates receive the network, the installer and the account as arguments.',
    ),
    rule(
      'base-imports-node-alone',
      { path: '^main/base/' },
      { path: '^(main/(?!base/)|preload|renderer)' },
      'Base imports only Node.',
    ),
    rule(
      'demo-independent',
      { path: '^main/demo/' },
      { path: '^(main/(?!demo/|base/)|preload|renderer)' },
      'The demo clinic is an independent implementation of the document.',
    ),
    rule(
      'shell-face',
      { path: '^main/shell/' },
      {
        path: '^main/(engine|demo|cli|vault/(?!(vault|accounts|secrets|variables|child-environment|access-log)\\.ts))',
      },
      'The shell imports the public part of the vault and no engine code.',
    ),
    rule(
      'session-below-shell',
      { path: '^main/session/' },
      { path: '^main/(engine|shell|demo|cli|doctor)/' },
      'The session receives its engine as an argument.',
    ),
    rule(
      'lock-below-shell',
      { path: '^main/lock/' },
      { path: '^main/(engine|shell|demo|cli|vault|removal|transfer)/' },
      'The lock receives windows, processes and the account as arguments.',
    ),
    rule(
      'vault-apart',
      { path: '^main/vault/' },
      { path: '^main/(engine|session|shell|demo|cli|doctor|policy)/' },
      'The vault imports no other part of main.',
    ),
    rule(
      'policy-apart',
      { path: '^main/policy/' },
      { path: '^main/(?!(policy|base)/)' },
      'The policy imports no other part of main.',
    ),
    rule(
      'doctor-is-shared',
      { path: '^main/doctor/' },
      { path: '^main/(engine|session|shell|demo|cli|policy)/' },
      'Window and command check a computer alike: engine and processes are arguments.',
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
      { path: '^main/(shell|vault|demo|cli|doctor|policy|index)' },
      'The engine imports neither the shell nor the vault.',
    ),
    rule(
      'api-is-a-leaf',
      { path: '^main/engine/api/' },
      { path: '^main/engine/(?!api/)' },
      'The API client imports no other part of the engine.',
    ),
    rule(
      'sqlite-is-base',
      { path: '^main/engine/sqlite/' },
      { path: '^main/engine/(?!sqlite/)' },
      'Opening a database does not depend on its content.',
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
      'The local store does not depend on its readers and senders.',
    ),
    rule(
      'cache-below-sync',
      { path: '^main/engine/cache/' },
      { path: '^main/engine/(sync|sender|handlers|engine|index)', pathNot: '^main/engine/api/parse/' },
      'The cache does not depend on the sync.',
    ),
    rule(
      'cache-no-http',
      { path: '^main/engine/cache/' },
      { path: '^main/engine/api/(?!parse/)' },
      'Of the API client, the cache imports only the parser.',
    ),
    rule(
      'pdfs-stand-apart',
      { path: '^main/engine/pdfs/' },
      { path: '^main/engine/(?!(pdfs|sqlite|api)/)' },
      'PDFs receive records and local data through ports.',
    ),
    rule(
      'sender-below-handlers',
      { path: '^main/engine/sender/' },
      { path: '^main/engine/(sync/(?!(circuit-breaker|one-direction-breaker)\\.ts)|handlers|engine|index)' },
      'Of the sync, the sender imports only the circuit breaker.',
    ),
    rule(
      'sync-below-handlers',
      { path: '^main/engine/sync/' },
      { path: '^main/engine/(sender|handlers|engine|index)' },
      'The sync does not depend on its callers.',
    ),
    rule(
      'sqlite-in-cache',
      { path: '^main/', pathNot: '^main/engine/sqlite/' },
      { path: 'node_modules/better-sqlite3' },
      'SQL is run only through main/engine/sqlite.',
    ),
    rule(
      'nothing-leans-on-tests',
      { path: '^(main|renderer|preload)' },
      { path: '^test/' },
      'The product does not import tests.',
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

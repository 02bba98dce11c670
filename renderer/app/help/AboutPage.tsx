import { useCallback } from 'react';
import { useStore } from 'zustand';
import type { ShippedPackage } from '#contract/about.ts';
import { ok } from '#contract/result.ts';
import { QueryError } from '#renderer/shared/QueryError.tsx';
import { useQueryResult } from '#renderer/shared/use-query-result.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Disclosure } from '#renderer/ui/Disclosure.tsx';
import { LabelledValue, LabelledValueList } from '#renderer/ui/Section.tsx';
import styles from './help.module.css';

/** The version, and the packages that are shipped with Intray, each with its licence. */
export function AboutPage() {
  const text = useText();
  const { calls, session } = useStores();
  const app = useStore(session.store, (state) => state.app);
  const ask = useCallback(async () => {
    const listed = await calls['app.licences']({});
    return listed.ok ? ok(listed.value.packages) : listed;
  }, [calls]);
  const query = useQueryResult(ask, 0, 0);
  const packages = query.value;
  return (
    <>
      <section className={styles.part}>
        <h2>Intray</h2>
        {app !== null && (
          <LabelledValueList>
            <LabelledValue label={text('settings.version')}>{app.version}</LabelledValue>
            <LabelledValue label={text('settings.host')}>{text(`settings.hosts.${app.host}`)}</LabelledValue>
            <LabelledValue label={text('settings.platform')}>{app.platform}</LabelledValue>
          </LabelledValueList>
        )}
        <p>{text('help.about.own')}</p>
      </section>
      <section className={styles.part}>
        <h2>{text('help.about.packages')}</h2>
        <QueryError query={query} sentence={text('help.about.failed')} />
        {packages !== null && (
          <>
            <p>{text('help.about.count', { count: packages.length })}</p>
            <ul className={styles.packages}>
              {packages.map((each) => (
                <li key={`${each.name} ${each.version}`}>
                  <PackageLicence shippedPackage={each} />
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
    </>
  );
}

function PackageLicence({
  shippedPackage: { name, version, license, text: licence },
}: {
  readonly shippedPackage: ShippedPackage;
}) {
  const text = useText();
  const title = `${name} ${version} · ${license || text('help.about.unnamed')}`;
  return (
    <Disclosure title={title}>
      {() => (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so keys must reach it
        <pre className={styles.licence} lang="en" dir="ltr" tabIndex={0} aria-label={title}>
          {licence || text('help.about.noText')}
        </pre>
      )}
    </Disclosure>
  );
}

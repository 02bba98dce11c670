import { useRef } from 'react';

/**
 * Numbers for names, each the same for as long as the component lives. Elements are identified by them: the name of a record may hold
 * characters that an element's id must not contain, and is patient data that does not belong there.
 */
export function useCounters(): (name: string) => string {
  const counters = useRef(new Map<string, string>());
  return (name) => {
    const known = counters.current.get(name);
    if (known !== undefined) return known;
    const counter = String(counters.current.size);
    counters.current.set(name, counter);
    return counter;
  };
}

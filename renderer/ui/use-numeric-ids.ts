import { useRef } from 'react';

/**
 * Returns a function that assigns each name a number, stable during the component's lifetime. The numbers are
 * used in element ids: a record's name may contain characters that are invalid there, and is patient data.
 */
export function useNumericIds(): (name: string) => string {
  const counters = useRef(new Map<string, string>());
  return (name) => {
    const known = counters.current.get(name);
    if (known !== undefined) return known;
    const counter = String(counters.current.size);
    counters.current.set(name, counter);
    return counter;
  };
}

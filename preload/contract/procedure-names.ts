import { type ProcedureName, procedures } from './procedures.ts';

/**
 * Names of the procedures that the renderer may call. In the preload's bundle the build replaces this module with the
 * list alone, so that the privileged script holds no schema.
 */
export const PROCEDURE_NAMES = Object.keys(procedures) as readonly ProcedureName[]; // `Object.keys` returns plain strings: all are keys of this object.

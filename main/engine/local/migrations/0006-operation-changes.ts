import { sql } from '#main/engine/sqlite/sql.ts';

/**
 * The records whose pending changes changed, in the order of the commits, so that a reader reads these alone. The
 * newest 10,000 entries are kept; a reader that is further behind reads all pending changes.
 */
export const operationChangesMigration = {
  version: 6,
  name: 'operation-changes',
  opensFrom: 3,
  schema: sql`
CREATE TABLE operation_change (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  target TEXT NOT NULL
) STRICT;
CREATE TRIGGER operation_change_limit AFTER INSERT ON operation_change BEGIN
  DELETE FROM operation_change WHERE sequence <= NEW.sequence - 10000;
END;
CREATE TRIGGER operation_added AFTER INSERT ON operation BEGIN
  INSERT INTO operation_change (target) VALUES (NEW.target);
END;
CREATE TRIGGER operation_changed AFTER UPDATE ON operation BEGIN
  INSERT INTO operation_change (target) VALUES (NEW.target);
END;
CREATE TRIGGER operation_renamed AFTER UPDATE OF target ON operation WHEN OLD.target <> NEW.target BEGIN
  INSERT INTO operation_change (target) VALUES (OLD.target);
END;
CREATE TRIGGER operation_removed AFTER DELETE ON operation BEGIN
  INSERT INTO operation_change (target) VALUES (OLD.target);
END;
`,
};

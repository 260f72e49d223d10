SELECT (extract(epoch FROM min(next_change_at) - clock_timestamp()) * 1000)::float8 AS ms
FROM segment_next_changes;

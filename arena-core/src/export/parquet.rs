//! The table as Parquet: one row group for so many rows, columns with dictionaries where they hold text.

use super::{COLUMNS, Column, Entry, ExportError, Kind, Sink, Value};
use ::parquet::basic::{LogicalType, Repetition, Type as Physical};
use ::parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use ::parquet::errors::ParquetError;
use ::parquet::file::properties::WriterProperties;
use ::parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use ::parquet::schema::types::{ColumnPath, Type};
use std::io::Write;
use std::sync::Arc;

/// Rows that are held until they are written.
const GROUP: usize = 16_384;

/// Writes Parquet.
pub struct Parquet<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    columns: Vec<Buffer>,
    held: usize,
}

/// The values of a column in the rows that are held.
#[derive(Default)]
struct Buffer {
    /// 1 where there is a value, 0 where there is none.
    levels: Vec<i16>,
    texts: Vec<ByteArray>,
    integers: Vec<i64>,
    numbers: Vec<f64>,
}

impl<W: Write + Send> Parquet<W> {
    /// Begins the file.
    ///
    /// # Errors
    /// It can't be written.
    pub fn new(out: W) -> Result<Parquet<W>, ExportError> {
        let mut properties = WriterProperties::builder()
            .set_created_by(concat!("arena ", env!("CARGO_PKG_VERSION")).to_owned());
        for column in COLUMNS.iter().filter(|column| column.kind == Kind::Number) {
            // Times seldom repeat: a dictionary of them is work for nothing.
            let path = ColumnPath::from(column.name);
            properties = properties.set_column_dictionary_enabled(path, false);
        }
        let writer = SerializedFileWriter::new(out, schema()?, Arc::new(properties.build()))?;
        Ok(Parquet {
            writer,
            columns: COLUMNS.iter().map(|_| Buffer::default()).collect(),
            held: 0,
        })
    }

    /// Writes the rows that are held as a row group.
    fn flush(&mut self) -> Result<(), ExportError> {
        if self.held == 0 {
            return Ok(());
        }
        let mut group = self.writer.next_row_group()?;
        let mut columns = COLUMNS.iter().zip(&mut self.columns);
        while let Some(writer) = group.next_column()? {
            let Some((column, buffer)) = columns.next() else {
                return Err(ExportError::Parquet("a column too many".to_owned()));
            };
            buffer.write(column, writer)?;
        }
        group.close()?;
        self.held = 0;
        Ok(())
    }
}

impl<W: Write + Send> Sink for Parquet<W> {
    fn add(&mut self, entry: &Entry) -> Result<(), ExportError> {
        for (column, buffer) in COLUMNS.iter().zip(&mut self.columns) {
            buffer.push((column.value)(entry));
        }
        self.held += 1;
        if self.held == GROUP {
            self.flush()?;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<(), ExportError> {
        self.flush()?;
        self.writer.finish()?;
        Ok(self.writer.inner_mut().flush()?)
    }
}

impl Buffer {
    fn push(&mut self, value: Value<'_>) {
        let there = match value {
            Value::Text(text) => text.map(|text| {
                // Most columns repeat the value of the row before; then both share its bytes.
                let again = self
                    .texts
                    .last()
                    .filter(|last| last.data() == text.as_bytes());
                let text = again.cloned().unwrap_or_else(|| ByteArray::from(text));
                self.texts.push(text);
            }),
            Value::Integer(value) => value.map(|value| self.integers.push(value)),
            Value::Number(value) => value.map(|value| self.numbers.push(value)),
        };
        self.levels.push(i16::from(there.is_some()));
    }

    /// Writes the column and empties the buffer.
    fn write(
        &mut self,
        column: &Column,
        mut writer: SerializedColumnWriter<'_>,
    ) -> Result<(), ExportError> {
        let levels = Some(self.levels.as_slice());
        match column.kind {
            Kind::Text => writer
                .typed::<ByteArrayType>()
                .write_batch(&self.texts, levels, None)?,
            Kind::Integer => {
                writer
                    .typed::<Int64Type>()
                    .write_batch(&self.integers, levels, None)?
            }
            Kind::Number => {
                writer
                    .typed::<DoubleType>()
                    .write_batch(&self.numbers, levels, None)?
            }
        };
        writer.close()?;
        self.levels.clear();
        self.texts.clear();
        self.integers.clear();
        self.numbers.clear();
        Ok(())
    }
}

fn schema() -> Result<Arc<Type>, ExportError> {
    let mut fields = Vec::new();
    for column in &COLUMNS {
        let (physical, logical) = match column.kind {
            Kind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
            Kind::Integer => (Physical::INT64, None),
            Kind::Number => (Physical::DOUBLE, None),
        };
        let field = Type::primitive_type_builder(column.name, physical)
            .with_logical_type(logical)
            .with_repetition(Repetition::OPTIONAL)
            .build()?;
        fields.push(Arc::new(field));
    }
    let schema = Type::group_type_builder("rows")
        .with_fields(fields)
        .build()?;
    Ok(Arc::new(schema))
}

impl From<ParquetError> for ExportError {
    /// An error of what is written to keeps its kind: a reader that left early is no fault.
    fn from(error: ParquetError) -> ExportError {
        match error {
            ParquetError::External(inner) => match inner.downcast::<std::io::Error>() {
                Ok(error) => ExportError::Output(*error),
                Err(other) => ExportError::Parquet(other.to_string()),
            },
            other => ExportError::Parquet(other.to_string()),
        }
    }
}
